/** Schemas of messages: English text for people, and a code with parameters for translations. */
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
  Type.Unsafe<MessageText>(anyText({ description: 'Human-readable message in English' }))

/** Members of an object that is a message or contains one. */
export const messageMembers = () => ({
  message: messageText(),
  code: codeText(),
  params: paramValues(),
})

/** A message as a separate object. */
export const MessageView = named('Message', messageMembers())

/**
 * Like `messageMembers`, for objects whose `code` is the kind of a finding. The code of their
 * message is `messageCode`.
 */
export const findingMembers = () => ({
  code: anyText({ description: 'Code of the finding' }),
  message: messageText(),
  messageCode: codeText(),
  params: paramValues(),
})
