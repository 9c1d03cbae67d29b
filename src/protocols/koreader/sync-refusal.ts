/** Errors of the sync protocol, with the codes of KOReader's reference server. */
import type { Refusal } from '../../errors'

export const syncFaults = {
  unauthorized: 2001,
  invalidFields: 2003,
  documentMissing: 2004,
  registrationClosed: 2005,
  other: 2000,
} as const
type Fault = keyof typeof syncFaults

/** Rejects a request with an error code of the sync protocol. */
export class SyncRefusal extends Error {
  readonly refusal: Refusal
  readonly status: number
  readonly fault: Fault

  constructor(status: number, fault: Fault, refusal: Refusal) {
    super(refusal.message)
    this.status = status
    this.fault = fault
    this.refusal = refusal
  }
}
