; The road to the island leads there only, so that what goes there with the van cannot come back.
(define (problem one_way)
  (:domain parcels)
  (:objects depot island - town van1 - van bay1 - bay letter - parcel)
  (:init
    (at van1 depot) (empty bay1) (at letter depot) (road depot island)
    (= (total-cost) 0) (= (length depot island) 4))
  (:goal (and (at letter island) (at van1 depot)))
  (:metric minimize (total-cost)))
