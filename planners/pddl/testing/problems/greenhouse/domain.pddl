; A gardener with one can. A plant that stands in the sun dries out while another is watered; those in the shade do not.
(define (domain greenhouse)
  (:requirements :typing :negative-preconditions :disjunctive-preconditions :existential-preconditions
    :universal-preconditions :conditional-effects :equality)
  (:types plant spot)
  (:predicates (stands ?plant - plant ?spot - spot) (sunny ?spot - spot) (taken ?spot - spot) (watered ?plant - plant) (can-full))

  (:action fill
    :precondition (not (can-full))
    :effect (can-full))

  (:action water
    :parameters (?plant - plant)
    :precondition (and (can-full) (not (watered ?plant)))
    :effect (and
      (watered ?plant) (not (can-full))
      (forall (?other - plant)
        (when (and (not (= ?other ?plant)) (exists (?spot - spot) (and (stands ?other ?spot) (sunny ?spot))))
          (not (watered ?other))))))

  (:action carry
    :parameters (?plant - plant ?from ?to - spot)
    :precondition (and (stands ?plant ?from) (not (taken ?to)) (or (watered ?plant) (sunny ?from)))
    :effect (and (stands ?plant ?to) (taken ?to) (not (stands ?plant ?from)) (not (taken ?from)))))
