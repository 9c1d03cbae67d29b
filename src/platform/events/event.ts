/** Kinds of events. A module defines its own in `model.ts`; publishers and subscribers share the constant. */

/** A published event as subscribers receive it and as it is transmitted. */
export interface DomainEvent {
  readonly type: string
  /** ISO 8601. */
  readonly timestamp: string
  /** Set on events that everyone with access to the library may see. */
  readonly libraryId?: string
  /** Set on events that only this user may see. */
  readonly userId?: string
  /** Set on events that everybody may see. They do not contain information about items. */
  readonly everyone?: true
}

/** `id` increases with each event in the installation. */
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
