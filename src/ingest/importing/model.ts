import { defineJob } from '../../platform/jobs/job'

/** Adds waiting facts to the books that a scan has found. */
export const joinWaitingFactsJob = defineJob<Record<string, never>>('join_waiting_facts', {
  slots: 1,
})
