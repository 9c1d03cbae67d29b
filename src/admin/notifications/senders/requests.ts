/** Builds the requests for each kind of channel. Pure. */
import { createHmac } from 'node:crypto'
import type { ChannelKind } from '../model'

export interface Target {
  address: string
  token: string | null
}

type RequestKind = Exclude<ChannelKind, 'email' | 'web_push'>

export interface Notification {
  title: string
  /** One line per news item, possibly followed by the number of further items. */
  lines: readonly string[]
  /** Absolute URL that the notification opens, or null if the server has no public URL. */
  link: string | null
  /** The same link, relative to the server's base path. */
  path: string
  news: readonly { kind: string; title: string; link: string | null }[]
  sentAt: Date
}

export interface NotificationRequest {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

type Build = (target: Target, notification: Notification) => NotificationRequest

const json = { 'content-type': 'application/json' }
const maxDiscordText = 2000

const builders: Record<RequestKind, Build> = {
  webhook: ({ address, token }, { title, lines, link, news, sentAt }) => {
    const body = JSON.stringify({ title, text: lines.join('\n'), link, news, sentAt })
    const timestamp = String(Math.floor(sentAt.getTime() / 1000))
    return {
      url: address,
      headers: {
        ...json,
        'x-quire-timestamp': timestamp,
        ...(token && { 'x-quire-signature': `sha256=${sign(token, `${timestamp}.${body}`)}` }),
      },
      body,
    }
  },
  // The message is sent as JSON to the root URL, because headers cannot contain all characters.
  ntfy: ({ address, token }, { title, lines, link }) => {
    const { root, topic } = splitTopic(address)
    return {
      url: root,
      headers: { ...json, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        topic,
        title,
        message: lines.join('\n'),
        ...(link && { click: link }),
      }),
    }
  },
  gotify: ({ address, token }, { title, lines, link }) => ({
    url: `${address.replace(/\/+$/, '')}/message`,
    headers: { ...json, 'x-gotify-key': token ?? '' },
    body: JSON.stringify({
      title,
      message: lines.join('\n'),
      priority: 5,
      ...(link && { extras: { 'client::notification': { click: { url: link } } } }),
    }),
  }),
  discord: ({ address }, { title, lines, link }) => ({
    url: address,
    headers: json,
    body: JSON.stringify({
      content: [
        `**${escapeMarkdown(title)}**`,
        ...lines.map(escapeMarkdown),
        ...(link ? [link] : []),
      ]
        .join('\n')
        .slice(0, maxDiscordText),
      // Prevents titles from mentioning users.
      allowed_mentions: { parse: [] },
    }),
  }),
  apprise: ({ address, token }, { title, lines }) => ({
    url: address,
    headers: { ...json, ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ title, body: lines.join('\n'), type: 'info' }),
  }),
}

export const buildNotificationRequest = (
  kind: RequestKind,
  target: Target,
  notification: Notification,
): NotificationRequest => builders[kind](target, notification)

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

/**
 * In `https://ntfy.sh/topic`, the topic is the last part of the path. Returns null if there is
 * none.
 */
export function findTopic(address: string): string | null {
  const parts = new URL(address).pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1)
  return last && /^[\w-]{1,64}$/.test(last) ? last : null
}

function splitTopic(address: string): { root: string; topic: string } {
  const url = new URL(address)
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const topic = parts.pop() ?? ''
  return { root: `${url.origin}/${parts.map((part) => `${part}/`).join('')}`, topic }
}

const escapeMarkdown = (text: string) => text.replaceAll(/[\\*_~`|>[\]()#]/g, String.raw`\$&`)
