import { MessageView } from '../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  booleanText,
  id,
  instant,
  list,
  literal,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

export const Tokens = named('Tokens', {
  accessToken: anyText(),
  refreshToken: anyText(),
  tokenType: literal('Bearer'),
  expiresIn: long({ description: 'Seconds until the access token expires' }),
})
export type Tokens = Static<typeof Tokens>

export const Refresh = shape({ refreshToken: text(500, { minLength: 1 }) })
export const Logout = optional(shape({ refreshToken: patchable(text(500)) }))
export const Message = MessageView

const Session = named('Session', {
  id: id(),
  kind: oneOf(['browser', 'app']),
  userAgent: nullable(anyText()),
  address: nullable(anyText()),
  createdAt: instant(),
  lastUsedAt: instant(),
  expiresAt: instant(),
  isCurrent: boolean(),
})
export const Sessions = list(Session)
export const EndSessionsQuery = shape({
  includeCurrent: optional(
    booleanText({ description: 'Whether to end the current session as well' }),
  ),
})
export const SessionsEnded = named('SessionsEnded', { endedCount: long() })
