/**
 * Thrown if an update or rollback is not possible, before anything was changed. The message states
 * the reason and what to do.
 */
export class UpdateRefused extends Error {
  override name = 'UpdateRefused'
}
