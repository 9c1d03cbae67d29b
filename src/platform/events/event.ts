/**
 * Event types. A module defines its own in `model.ts`, and publishers and subscribers use the same
 * constant.
 */

/** A published event, as it is transmitted and as subscribers receive it. */
export interface DomainEvent {
  readonly type: string
  /** ISO 8601. */
  readonly timestamp: string
  /** Set if everyone with access to the library may see the event. */
  readonly libraryId?: string
  /** Set if only this user may see the event. */
  readonly userId?: string
  /** Set if everybody may see the event, which then contains no information about items. */
  readonly everyone?: true
}

/** `id` increases with each event of the installation. */
export interface NumberedEvent {
  id: number
  event: DomainEvent
}

export interface EventType<Payload extends object> {
  readonly type: string
  matches(this: void, event: DomainEvent): event is DomainEvent & Payload
}

/** Every event belongs to a library, a user or everybody, which determines who may see it. */
export type Audience = { libraryId: string } | { userId: string } | { everyone: true }

export const defineEvent = <Payload extends Audience>(type: string): EventType<Payload> => ({
  type,
  matches: (event): event is DomainEvent & Payload => event.type === type,
})
