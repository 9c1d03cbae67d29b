/** A real mail server on this machine, with the messages as read by a different parser. */
import PostalMime, { type Email } from 'postal-mime'
import {
  SMTPServer,
  type SMTPServerError,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'

interface ReceivedMail {
  /** Addresses in the envelope. */
  from: string
  to: string[]
  raw: string
  mail: Email
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** Status with which recipients are rejected. */
  refusal: number | undefined
  /** The code in the newest email. */
  readCode(): string
  stop(): Promise<void>
}

type Options = Pick<SMTPServerOptions, 'secure' | 'key' | 'cert' | 'disabledCommands'>

export const mailLogin = { user: 'quire', password: 'mail password' }

/** Without options, the server uses neither encryption nor a login. */
export async function startMailServer(
  options: Options = { disabledCommands: ['AUTH', 'STARTTLS'] },
): Promise<MailServer> {
  const state: MailServer = {
    port: 0,
    received: [],
    refusal: undefined,
    readCode: () => /\b\d{6}\b/.exec(state.received.at(-1)?.mail.text ?? '')?.[0] ?? '',
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  async function storeMail(
    { mailFrom, rcptTo }: SMTPServerSession['envelope'],
    bytes: Buffer,
    answer: (error: Error | null) => void,
  ) {
    try {
      const mail = await PostalMime.parse(bytes)
      const to = rcptTo.map(({ address }) => address)
      const from = mailFrom ? mailFrom.address : ''
      state.received.push({ from, to, raw: bytes.toString('utf8'), mail })
      answer(null)
    } catch (error) {
      answer(error as Error)
    }
  }
  const server = new SMTPServer({
    ...options,
    hideSTARTTLS: false,
    onAuth({ username, password }, _, callback) {
      const isKnown = username === mailLogin.user && password === mailLogin.password
      callback(
        isKnown ? null : new Error('wrong password'),
        isKnown ? { user: username } : undefined,
      )
    },
    onRcptTo(_, __, callback) {
      const error: SMTPServerError = new Error('no such user')
      error.responseCode = state.refusal
      callback(state.refusal === undefined ? null : error)
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void storeMail(envelope, Buffer.concat(chunks), callback)
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  state.port = typeof address === 'object' && address ? address.port : 0
  return state
}
