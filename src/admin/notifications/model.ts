import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  list,
  named,
  nullable,
  oneOf,
  patchable,
  type Static,
  text,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'
import { defineJob } from '../../platform/jobs/job'

export const channelKinds = ['webhook', 'ntfy', 'gotify', 'discord', 'apprise'] as const
export type ChannelKind = (typeof channelKinds)[number]

const newsKinds = ['release', 'failed_task'] as const
export type NewsKind = (typeof newsKinds)[number]

/** `soon`: within ten minutes. */
export const frequencies = ['soon', 'hourly', 'daily'] as const
export type Frequency = (typeof frequencies)[number]

const hour = () => integer({ minimum: 0, maximum: 23 })
const quietHour = (which: string) =>
  nullable(hour(), { description: `Hour at which the quiet time ${which}, in the server’s zone` })

const NewsKindName = oneOf(newsKinds, { description: '`failed_task` requires `tasks:read`' })

export const ChannelView = named('NotificationChannel', {
  id: id(),
  kind: oneOf(channelKinds),
  name: anyText(),
  host: anyText({ description: 'Host of the address. The address itself is never returned.' }),
  newsKinds: list(NewsKindName),
  frequency: oneOf(frequencies, { description: '`soon`: within ten minutes; `daily`: at 8:00' }),
  quietFrom: quietHour('begins'),
  quietUntil: quietHour('ends'),
  enabled: boolean(),
  lastSentAt: nullable(instant()),
  lastError: nullable(MessageView),
  createdAt: instant(),
})
export type ChannelView = Static<typeof ChannelView>
export const ChannelsView = named('NotificationChannels', { channels: list(ChannelView) })

const name = () => text(100, { minLength: 1 })
const address = () =>
  text(2000, {
    minLength: 1,
    description:
      'Webhook and Discord: the whole address; ntfy: with the topic; Gotify: of the server; Apprise: with the key (`/notify/KEY`)',
  })
const token = () =>
  text(500, {
    description: 'ntfy: access token; Gotify: token of the app; webhook: key of the signature',
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

export const sendNotificationsJob = defineJob<{ channelId: string }>('send_notifications', {
  slots: 2,
  maxAttempts: 1,
})
