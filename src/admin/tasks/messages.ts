import { defineMessages } from '../../platform/messages/message'

export const taskMessages = defineMessages('tasks', {
  not_found: 'Task not found',
  already_ended: 'This task has already ended',
  cancelled: 'Task canceled',
  details_hidden: 'The task failed. Only users who can manage libraries see the details.',
  unlocked: 'The task will start again',
  not_running: 'Only running tasks can be unlocked',
  too_many_streams: 'Too many task views are open. Close one first.',
  retrying: 'The task will be retried',
  cannot_retry:
    'Only failed or canceled tasks can be retried, and only while no similar task is active',
})

export const taskLogMessages = defineMessages('tasks.log', {
  stream_failed: 'failed to list tasks for a stream',
})
