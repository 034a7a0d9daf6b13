; A van takes parcels along roads of different lengths, two at a time.
(define (domain parcels)
  (:requirements :strips :typing :action-costs)
  (:types town locatable - object van parcel - locatable bay - object)
  (:predicates
    (at ?what - locatable ?where - town)
    (road ?from ?to - town)
    (loaded ?parcel - parcel ?bay - bay)
    (empty ?bay - bay))
  (:functions
    (total-cost) - number
    (length ?from ?to - town) - number)

  (:action drive
    :parameters (?van - van ?from ?to - town)
    :precondition (and (at ?van ?from) (road ?from ?to))
    :effect (and (at ?van ?to) (not (at ?van ?from)) (increase (total-cost) (length ?from ?to))))

  (:action load
    :parameters (?parcel - parcel ?van - van ?bay - bay ?where - town)
    :precondition (and (at ?parcel ?where) (at ?van ?where) (empty ?bay))
    :effect (and (loaded ?parcel ?bay) (not (at ?parcel ?where)) (not (empty ?bay)) (increase (total-cost) 1)))

  (:action unload
    :parameters (?parcel - parcel ?van - van ?bay - bay ?where - town)
    :precondition (and (loaded ?parcel ?bay) (at ?van ?where))
    :effect (and (at ?parcel ?where) (empty ?bay) (not (loaded ?parcel ?bay)) (increase (total-cost) 1))))
