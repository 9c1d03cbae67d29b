import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  integer,
  list,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  nameText,
} from '../../platform/http/shapes'
import { messageMembers, MessageView } from '../../platform/http/message-shapes'
import { defineJob } from '../../platform/jobs/job'

export const channelKinds = [
  'webhook',
  'ntfy',
  'gotify',
  'discord',
  'apprise',
  'email',
  'web_push',
] as const
export type ChannelKind = (typeof channelKinds)[number]

export const newsKinds = [
  'release',
  'failed_task',
  'failed_backup',
  'match_run',
  'scan_confirmation',
  'unrated_shown',
  'update',
] as const
export type NewsKind = (typeof newsKinds)[number]

/** `soon` means within ten minutes. */
export const frequencies = ['soon', 'hourly', 'daily'] as const
export type Frequency = (typeof frequencies)[number]

const hour = () => integer({ minimum: 0, maximum: 23 })
const quietHour = (which: string) =>
  nullable(hour(), {
    description: `Hour at which the quiet time ${which}, in the server's time zone`,
  })

const NewsKindName = oneOf(newsKinds, {
  description:
    'Required permissions: `release`: `series:read`; `failed_task`: `tasks:read`; `failed_backup`: `system:admin`; `match_run`: `series:write`; `scan_confirmation`: `libraries:write`; `unrated_shown` (age limits that show series without an age rating): `system:admin`; `update` (a newer version): `system:admin`',
})

export const ChannelView = named('NotificationChannel', {
  id: id(),
  kind: oneOf(channelKinds),
  name: anyText(),
  host: anyText({
    description: "Host of the channel's address; the full address is never returned",
  }),
  newsKinds: list(NewsKindName),
  frequency: oneOf(frequencies, {
    description:
      "`soon`: within ten minutes; `daily`: once a day at 8:00 in the server's time zone, or at another hour if 8:00 is in the quiet time",
  }),
  quietFrom: quietHour('begins'),
  quietUntil: quietHour('ends'),
  enabled: boolean(),
  confirmed: boolean({
    description:
      'Whether the email address is confirmed; if false, nothing is sent until its code is entered',
  }),
  lastSentAt: nullable(instant()),
  lastError: nullable(MessageView),
  createdAt: instant(),
})
export type ChannelView = Static<typeof ChannelView>
export const ChannelsView = named('NotificationChannels', {
  channels: list(ChannelView),
  canSendEmail: boolean({ description: 'Whether a mail server is set up' }),
})

export const PushKeyView = named('PushKey', {
  publicKey: anyText({ description: '`applicationServerKey` for a push subscription' }),
})

const name = () => nameText(100)
const address = () =>
  text(2000, {
    minLength: 1,
    description:
      'Webhook and Discord: the full URL; ntfy: the URL with the topic; Gotify: the URL of the server; Apprise: the URL with the key (`/notify/KEY`); email: one address; Web Push: the endpoint of the subscription',
  })
const token = () =>
  text(500, {
    description:
      'ntfy: access token; Gotify: app token; webhook: signing key; Web Push: `p256dh` and `auth` of the subscription, separated by a dot',
  })
const kinds = () => list(oneOf(newsKinds), { minItems: 1, maxItems: newsKinds.length })

export const NewChannel = named('NewNotificationChannel', {
  kind: oneOf(channelKinds),
  name: name(),
  address: address(),
  token: patchable(token()),
  newsKinds: kinds(),
  frequency: patchable(oneOf(frequencies)),
  quietFrom: patchable(hour()),
  quietUntil: patchable(hour()),
})
export type NewChannel = Static<typeof NewChannel>

export const ChannelPatch = named('NotificationChannelPatch', {
  name: patchable(name()),
  address: patchable(address()),
  token: patchable(token()),
  newsKinds: patchable(kinds()),
  frequency: patchable(oneOf(frequencies)),
  quietFrom: patchable(hour()),
  quietUntil: patchable(hour()),
  enabled: patchable(boolean()),
})
export type ChannelPatch = Static<typeof ChannelPatch>

export const CodeBody = named('NotificationCode', {
  code: text(20, { minLength: 1, description: 'The six digits that were sent to the address' }),
})

export const sendNotificationsJob = defineJob<{ channelId: string }>('send_notifications', {
  slots: 2,
  maxAttempts: 1,
})

export const NotificationView = named('Notification', {
  id: id(),
  kind: NewsKindName,
  ...messageMembers(),
  path: anyText({ description: 'Path of the related page in the interface, below the base path' }),
  happenedAt: instant(),
  read: boolean({
    description:
      'Whether the notification is read. A notification about a release also counts as read once you have seen the release in the list of releases.',
  }),
})
export type NotificationView = Static<typeof NotificationView>
export const NotificationPage = PageOf(NotificationView)

export const NotificationsQuery = shape({
  ...PageQuery,
  read: optional(
    booleanText({ description: 'Only read (true) or only unread (false) notifications' }),
  ),
})

export const ReadBody = named('ReadNotifications', {
  ids: optional(
    list(id(), {
      minItems: 1,
      maxItems: 500,
      description: 'IDs of the notifications; all if omitted',
    }),
  ),
})

/**
 * Sent to the user whose notifications have changed. New releases and libraries have their own
 * events.
 */
export const notificationsUpdated = defineEvent<{ userId: string }>('notifications_updated')
