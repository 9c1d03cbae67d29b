/**
 * Sends notifications that browsers show (Web Push). They are encrypted for one browser and signed
 * by this server.
 */
import { createECDH, ECDH } from 'node:crypto'
import { join } from 'node:path'
import { Refusal } from '../../../errors'
import type { Config } from '../../../platform/config/model'
import { readOrCreateSecretFile, SecretFileDamaged } from '../../../platform/secrets/secret-file'
import type { PushMessage } from '../../../web/shared/push-message'
import { webPushMessages } from '../messages'
import type { Notification, NotificationRequest, Target } from './requests'

const curve = 'prime256v1'
/** A push service delivers at most 4,096 bytes, including encryption overhead. */
const maxTextBytes = 2_500
const dayInSeconds = 86_400

interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * Returns the keys that identify this server to push services. Browsers subscribe with the public
 * key, so the keys must never change.
 */
export function getPushKeys({ data_dir: folder }: Config): PushKeys {
  const privateKey = Buffer.from(readKeyFile(join(folder, 'secrets', 'web_push')), 'base64')
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

function readKeyFile(file: string): string {
  try {
    return readOrCreateSecretFile(file)
  } catch (error) {
    if (error instanceof SecretFileDamaged) throw refuse(webPushMessages.key_damaged({ file }))
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : refuse(webPushMessages.key_not_stored({ code }))
  }
}

const refuse = (message: Refusal['userMessage']) => new Refusal('unavailable', message)

/** The token of a channel consists of both keys of a subscription: `p256dh.auth`. */
export function isPushToken(token: string | null): token is string {
  const [, point, auth] = /^([\w-]{87})\.([\w-]{22})$/.exec(token ?? '') ?? []
  if (point === undefined || auth === undefined) return false
  try {
    ECDH.convertKey(Buffer.from(point, 'base64url'), curve)
    return true
  } catch {
    return false
  }
}

export async function buildPushRequest(
  config: Config,
  { address: endpoint, token }: Target,
  notification: Notification,
): Promise<NotificationRequest> {
  const { generateRequestDetails } = await import('web-push-neo')
  const [p256dh = '', auth = ''] = (token ?? '').split('.')
  const { headers, body } = await generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(buildPayload(notification)),
    { TTL: dayInSeconds, vapidDetails: { subject: buildSubject(config), ...getPushKeys(config) } },
  )
  // The length is set when the request is sent.
  const { 'Content-Length': _, ...others } = headers
  return { url: endpoint, headers: others, body: body! }
}

const buildPayload = ({ title, lines, path }: Notification): PushMessage => ({
  title,
  body: cutText(lines.join('\n')),
  path,
})

function cutText(text: string): string {
  let bytes = 0
  let cut = ''
  for (const letter of text) {
    // Measures the JSON form, because some characters are escaped.
    bytes += Buffer.byteLength(JSON.stringify(letter)) - 2
    if (bytes > maxTextBytes) return `${cut}…`
    cut += letter
  }
  return cut
}

/**
 * Returns the contact for operators of push services. Some services reject addresses that cannot
 * exist.
 */
function buildSubject({ server: { public_url: url }, providers: { contact } }: Config): string {
  if (url?.startsWith('https:')) return url
  const mail = /[^\s<>()]+@[^\s<>()]+\.[^\s<>()]+/.exec(contact ?? '')?.[0]
  return mail ? `mailto:${mail}` : 'mailto:quire@example.org'
}
