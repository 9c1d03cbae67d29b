/** Sends email through the administrator's mail server. */
import { Refusal } from '../../../errors'
import type { EgressContext } from '../../../platform/outgoing/egress/fetch-through'
import type { Message } from '../../../platform/messages/message'
import { mailMessages, notificationLogMessages } from '../messages'

export interface Mail {
  subject: string
  text: string
  html: string
}

const usualTimeoutMs = 15_000

export const canSendMail = ({ config }: Pick<EgressContext, 'config'>): boolean =>
  config.notifications.smtp.host !== undefined

/** `to` is a single address. Throws a `Refusal` with a user-facing message. */
export async function sendMail(ctx: EgressContext, to: string, mail: Mail, signal: AbortSignal) {
  if (!canSendMail(ctx)) throw new Refusal('unavailable', mailMessages.off())
  const transport = await createMailTransport(ctx)
  const timeout = AbortSignal.timeout(2 * (ctx.timeoutMs ?? usualTimeoutMs))
  const aborted = waitForAbort(AbortSignal.any([signal, timeout]))
  try {
    await Promise.race([transport.sendMail(buildEnvelope(ctx, to, mail)), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, notificationLogMessages.mail_failed())
    throw new Refusal('unavailable', explainFailure(ctx, error))
  } finally {
    aborted.stop()
    transport.close()
  }
}

async function createMailTransport({
  config,
  certificate,
  timeoutMs = usualTimeoutMs,
}: EgressContext) {
  const { host = '', port, security, user, password } = config.notifications.smtp
  // `nodemailer` is loaded on demand, because few installations have a mail server.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== undefined && { auth: { user, pass: password } }),
    ...(certificate !== undefined && { tls: { ca: certificate } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The address is passed as an object, so that it is never parsed as a list. */
const buildEnvelope = ({ config }: EgressContext, to: string, { subject, text, html }: Mail) => ({
  from: config.notifications.smtp.from,
  to: { name: '', address: to },
  subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
  text,
  html,
  // Prevents out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
})

function waitForAbort(signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason as Error)
  // If the race is already over, this avoids an unhandled rejection.
  promise.catch(() => undefined)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return { promise, stop: () => signal.removeEventListener('abort', onAbort) }
}

interface MailError {
  code?: string
  /** Error code of the connection. */
  originalCode?: string
  command?: string
  /** Response code of the mail server. */
  responseCode?: number
}

function explainFailure({ config }: EgressContext, error: unknown): Message {
  const { host = '' } = config.notifications.smtp
  const { code = '', originalCode = code, command, responseCode: status } = error as MailError
  if (code === 'EAUTH') return mailMessages.login_refused({ host })
  if (code === 'ETLS' || /CERT|TLS|SSL|ISSUER|SIGNATURE/.test(originalCode)) {
    return mailMessages.not_encrypted({ host })
  }
  if (status === undefined) return mailMessages.unreachable({ host })
  if (command === 'RCPT TO') return mailMessages.recipient_refused({ host, status })
  return mailMessages.refused({ host, status })
}
