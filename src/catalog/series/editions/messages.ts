import { defineMessages } from '../../../platform/messages/message'

export const editionMessages = defineMessages('editions', {
  same_series: "A series can't be an edition of itself",
  not_found: 'The series are not linked',
  too_many: 'A work can have at most {max} editions',
})
