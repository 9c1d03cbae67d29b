/**
 * The bucket could not be reached, or refused a request. The message contains neither addresses,
 * which are signed, nor credentials.
 */
export class StorageAway extends Error {
  override name = 'StorageAway'
  /** Classifies the error as an outage, like a full disk. */
  readonly code = 'STORAGE_AWAY'
  /** Error code from S3 or the operating system, such as `AccessDenied` or `timeout`. */
  readonly reason: string

  constructor(operation: string, reason: string) {
    super(`failed to ${operation} in the bucket: ${reason}`)
    this.reason = reason
  }
}
