/** Worlds read no files; a test compares these texts with `pddl/*.pddl`. */
import type { TabletopOptions } from './tabletop_options.ts';

const FIXED_TABLE = `; Blocks on a table, with room for more than one of them on the table.
;
; The actions are those of OLP, Figure 5, but for one effect: only a block, not the table, is full with one block on it.
; (on A B) says that B lies on A; air is nothing, and the hand is on what it holds.
(define (domain tabletop)
  (:requirements :strips :typing :equality :negative-preconditions :conditional-effects)
  (:constants air hand table - object)
  (:predicates
    (in ?place - object ?content - object)
    (on ?below - object ?above - object)
    (under ?above - object ?below - object))

  (:action pick
    :parameters (?obj - object ?surface - object)
    :precondition (and
      (in hand air) (on ?obj air)
      (on ?surface ?obj) (under ?obj ?surface))
    :effect (and
      (in hand ?obj) (not (in hand air))
      (on ?obj hand) (under ?obj air) (not (on ?obj air))
      (not (on ?surface ?obj)) (not (under ?obj ?surface)) (on ?surface air)))

  (:action place
    :parameters (?obj - object ?surface - object)
    :precondition (and
      (on ?surface air) (under ?obj air)
      (in hand ?obj) (on ?obj hand))
    :effect (and
      (in hand air) (not (in hand ?obj))
      (on ?surface ?obj) (when (not (= ?surface table)) (not (on ?surface air)))
      (under ?obj ?surface) (not (under ?obj air))
      (not (on ?obj hand)) (on ?obj air))))
`;

const FIGURE_5 = `; The two actions of OLP, Figure 5, to the letter; the declarations around them are what makes them legal.
;
; With them one block is all that the table has room for, once something has been placed there: place takes (on table air)
; away, and only a pick from the table brings it back.
(define (domain tabletop)
  (:requirements :strips :typing)
  (:constants air hand table - object)
  (:predicates
    (in ?place - object ?content - object)
    (on ?below - object ?above - object)
    (under ?above - object ?below - object))

  (:action pick
    :parameters (
      ?obj - object
      ?surface - object)
    :precondition (and
      (in hand air) (on ?obj air)
      (on ?surface ?obj)
      (under ?obj ?surface))
    :effect (and
      (in hand ?obj) (not (in hand air))
      (on ?obj hand)
      (under ?obj air)
      (not (on ?obj air))
      (not (on ?surface ?obj))
      (not (under ?obj ?surface))
      (on ?surface air)))

  (:action place
    :parameters (
      ?obj - object
      ?surface - object)
    :precondition (and
      (on ?surface air)
      (under ?obj air)
      (in hand ?obj) (on ?obj hand))
    :effect (and
      (in hand air) (not (in hand ?obj))
      (on ?surface ?obj)
      (not (on ?surface air))
      (under ?obj ?surface)
      (not (under ?obj air))
      (not (on ?obj hand))
      (on ?obj air))))
`;

export function domainText(domain: TabletopOptions['domain']): string {
  return domain === 'figure_5' ? FIGURE_5 : FIXED_TABLE;
}
