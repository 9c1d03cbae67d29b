import { defineMessages } from '../../platform/messages/message'

export const statisticsMessages = defineMessages('statistics', {
  span: 'must be before `to`, and at most {days} days earlier',
})
