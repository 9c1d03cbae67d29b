/** Errors of tasks in decoder processes. */
import { type Message, renderMessage } from '../../platform/messages/message'
import { decodingMessages } from './messages'

/** The decoder crashed or was killed during this task, so the file is suspicious. */
export class DecoderDied extends Error {
  override name = 'DecoderDied'
}

/** The pool was closed before the task was done. This says nothing about the file. */
export class DecoderStopped extends Error {
  override name = 'DecoderStopped'

  constructor() {
    super('the server is stopping')
  }
}

/**
 * The decoder reported an error. Either the file is damaged, or `code` is the code of a system
 * error.
 */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed'
  readonly code: string | undefined
  /** User-facing error message about the file. */
  readonly userMessage: Message | undefined

  constructor(message: string, code: string | undefined, userMessage?: Message) {
    super(message)
    this.code = code
    this.userMessage = userMessage
  }
}

/** The task needed more memory than a decoder may use. The file is not retried. */
export class DecodeTooLarge extends DecodeFailed {
  override name = 'DecodeTooLarge'

  constructor(maxBytes: number) {
    const megabytes = Math.round(maxBytes / 1024 / 1024)
    const message = decodingMessages.too_large({ megabytes })
    super(renderMessage(message), undefined, message)
  }
}
