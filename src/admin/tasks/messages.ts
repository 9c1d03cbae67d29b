import { defineMessages } from '../../platform/messages/message'

export const taskMessages = defineMessages('tasks', {
  not_found: 'Task not found',
  already_ended: 'This task has already ended',
  cancelled: 'Task canceled',
  details_hidden: 'The task failed. Only users who can manage libraries see the details.',
  retrying: 'The task will be retried',
  cannot_retry:
    'Only failed or canceled tasks can be retried, and only while no similar task is active',
})
