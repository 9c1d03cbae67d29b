import { defineMessages } from '../../platform/messages/message'

export const imageMessages = defineMessages('image', {
  too_large: 'This image is too large',
})
