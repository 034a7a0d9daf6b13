(define (problem three_plants)
  (:domain greenhouse)
  (:objects basil fern rose - plant bench window corner door - spot)
  (:init
    (stands basil window) (stands fern door) (stands rose bench)
    (taken window) (taken door) (taken bench) (sunny window) (sunny door) (can-full))
  (:goal (and (forall (?plant - plant) (watered ?plant)) (stands basil window))))
