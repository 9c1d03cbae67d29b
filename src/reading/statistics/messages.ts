import { defineMessages } from '../../platform/messages/message'

export const statisticsMessages = defineMessages('statistics', {
  span: 'must be before `to`, by no more than {days} days',
})
