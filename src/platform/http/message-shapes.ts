/** How messages cross the wire: English text for people, with code and parameters for translating it. */
import { Type } from '@sinclair/typebox'
import { anyText } from './shapes'

const paramsDescription =
  'Values of the message: text, numbers, or messages of their own (message, code, params)'

const codeText = () =>
  anyText({ description: 'Stable code of the message, such as scans.not_found' })
const paramValues = () =>
  Type.Record(Type.String(), Type.Unknown(), { description: paramsDescription })

/** Members of an object that is or has a message. */
export const messageMembers = (description = 'In English, for people') => ({
  message: anyText({ description }),
  code: codeText(),
  params: paramValues(),
})

/** The same where `code` is the kind of a finding: the code of the message is `messageCode`. */
export const findingMembers = () => ({
  code: anyText({ description: 'Kind of the finding' }),
  message: anyText({ description: 'In English, for people' }),
  messageCode: codeText(),
  params: paramValues(),
})
