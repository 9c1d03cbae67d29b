/** Labels for scan triggers, and for the status of a scan and of its undo. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Scan = Schemas['Scan']

export function formatTrigger({ trigger, mode }: Scan): string {
  const words = formatTriggerName(trigger)
  return mode === 'deep' ? t('{words}, deep scan', { words }) : words
}

function formatTriggerName(trigger: Scan['trigger']): string {
  switch (trigger) {
    case 'manual':
      return t('started manually')
    case 'schedule':
      return t('scheduled')
    case 'start':
      return t('at server start')
    case 'created':
      return t('first scan')
    case 'watch':
      return t('files changed')
    case 'names':
      return t('after a rule change')
  }
}

export function formatStatus(status: Scan['status']): string {
  switch (status) {
    case 'pending':
      return t('queued')
    case 'running':
      return t('running')
    case 'completed':
      return t('completed')
    case 'failed':
      return t('failed')
    case 'cancelled':
      return t('stopped')
  }
}

export function formatUndo(undo: Scan['undo']): string[] {
  switch (undo) {
    case null:
      return []
    case 'completed':
      return [t('undone')]
    case 'failed':
      return [t('undo failed')]
    default:
      return [t('being undone')]
  }
}
