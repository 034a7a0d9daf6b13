; Each button turns all three over, so that one lit lamp stays alone with two dark ones, or the other way round.
(define (problem ring_of_three)
  (:domain lamps)
  (:objects a b c)
  (:init (wired a b) (wired a c) (wired b a) (wired b c) (wired c a) (wired c b) (lit a))
  (:goal (forall (?lamp) (not (lit ?lamp)))))
