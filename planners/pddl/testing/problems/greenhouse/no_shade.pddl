; Where all spots are sunny, only the plant that was watered last is not dry.
(define (problem no_shade)
  (:domain greenhouse)
  (:objects basil fern - plant window door - spot)
  (:init (stands basil window) (stands fern door) (taken window) (taken door) (sunny window) (sunny door))
  (:goal (and (watered basil) (watered fern))))
