import { defineMessages } from '../../platform/messages/message'

export const recommendationMessages = defineMessages('recommendations', {
  finished: 'Because you finished {title}',
  reading: 'Because you are reading {title}',
  readers: 'Readers on {service} recommend it to people who like {title}',
  from: 'Recommended by {service}',
  said: '{reason}',
  not_found: 'Recommendation not found',
  started: 'Recommendations are being computed in the background',
  active: 'Recommendations are already being computed',
})
