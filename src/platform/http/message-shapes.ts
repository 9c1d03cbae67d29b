/** How messages cross the wire: English text for people, with code and parameters for translating it. */
import { Type } from '@sinclair/typebox'
import type { Message, MessageCode, MessageText } from '../messages/message'
import { anyText, named } from './shapes'

const paramsDescription =
  'Values used in the message: text, numbers or nested messages (message, code, params)'

const codeText = () =>
  Type.Unsafe<MessageCode>(
    anyText({ description: 'Stable code of the message, such as scans.not_found' }),
  )
const paramValues = () =>
  Type.Unsafe<Message['params']>(
    Type.Record(Type.String(), Type.Unknown(), { description: paramsDescription }),
  )
const messageText = () =>
  Type.Unsafe<MessageText>(anyText({ description: 'Text for people, in English' }))

/** Members for an object that is or has a message. */
export const messageMembers = () => ({
  message: messageText(),
  code: codeText(),
  params: paramValues(),
})

/** A message as a member of its own. */
export const MessageView = named('Message', messageMembers())

/**
 * The same for objects whose `code` is the kind of a finding: the code of the message is
 * `messageCode`.
 */
export const findingMembers = () => ({
  code: anyText({ description: 'Kind of the finding' }),
  message: messageText(),
  messageCode: codeText(),
  params: paramValues(),
})
