/**
 * The update or rollback is not possible. The message states the reason and what to do. Nothing was
 * changed.
 */
export class UpdateRefused extends Error {
  override name = 'UpdateRefused'
}
