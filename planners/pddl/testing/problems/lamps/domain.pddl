; Whoever presses a lamp's button turns the lamp over, and with it all lamps that are wired to it.
(define (domain lamps)
  (:requirements :adl)
  (:predicates (lit ?lamp) (wired ?from ?to))

  (:action press
    :parameters (?lamp)
    :effect (and
      (when (lit ?lamp) (not (lit ?lamp)))
      (when (not (lit ?lamp)) (lit ?lamp))
      (forall (?other)
        (and
          (when (and (wired ?lamp ?other) (lit ?other)) (not (lit ?other)))
          (when (and (wired ?lamp ?other) (not (lit ?other))) (lit ?other)))))))
