/**
 * The bucket could not be reached, or refused a request. The message has neither addresses, which
 * are signed, nor credentials.
 */
export class StorageAway extends Error {
  override name = 'StorageAway'
  /** Makes it an outage, like a full disk. */
  readonly code = 'STORAGE_AWAY'
  /** Error code of S3 or the system, such as `AccessDenied` or `timeout`. */
  readonly reason: string

  constructor(operation: string, reason: string) {
    super(`failed to ${operation} in the bucket: ${reason}`)
    this.reason = reason
  }
}
