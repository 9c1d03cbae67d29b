import { defineMessages } from '../../platform/messages/message'

export const decodingMessages = defineMessages('decoding', {
  too_large: 'Too large to display: decoding needs more than {megabytes} MB of memory',
})
