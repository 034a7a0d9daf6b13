(define (problem row_of_five)
  (:domain lamps)
  (:objects a b c d e)
  (:init
    (wired a b) (wired b a) (wired b c) (wired c b) (wired c d) (wired d c) (wired d e) (wired e d)
    (lit a) (lit b) (lit d) (lit e))
  (:goal (forall (?lamp) (not (lit ?lamp)))))
