; The direct road from the mill to the harbour is longer than the way round by the market.
(define (problem round_trip)
  (:domain parcels)
  (:objects
    depot mill market harbour - town
    van1 - van
    left right - bay
    flour fish letter - parcel)
  (:init
    (at van1 depot) (empty left) (empty right)
    (at flour mill) (at fish harbour) (at letter depot)
    (road depot mill) (road mill depot) (road mill market) (road market mill)
    (road market harbour) (road harbour market) (road mill harbour) (road harbour mill)
    (= (total-cost) 0)
    (= (length depot mill) 3) (= (length mill depot) 3)
    (= (length mill market) 2) (= (length market mill) 2)
    (= (length market harbour) 2) (= (length harbour market) 2)
    (= (length mill harbour) 7) (= (length harbour mill) 7))
  (:goal (and (at flour market) (at fish depot) (at letter harbour) (at van1 depot)))
  (:metric minimize (total-cost)))
