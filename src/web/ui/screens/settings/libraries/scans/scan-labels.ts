/** Scans in words: who asked for them, how they ended. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Scan = Schemas['Scan']

export function triggerWords({ trigger, mode }: Scan): string {
  const words = plainTrigger(trigger)
  return mode === 'deep' ? t('{words}, every file opened', { words }) : words
}

function plainTrigger(trigger: Scan['trigger']): string {
  switch (trigger) {
    case 'manual':
      return t('asked for by a person')
    case 'schedule':
      return t('on schedule')
    case 'start':
      return t('at the start of Quire')
    case 'created':
      return t('first scan')
    case 'watch':
      return t('because files changed')
    case 'names':
      return t('after a change of names')
  }
}

export function statusWords(status: Scan['status']): string {
  switch (status) {
    case 'pending':
      return t('waiting')
    case 'running':
      return t('running')
    case 'completed':
      return t('done')
    case 'failed':
      return t('failed')
    case 'cancelled':
      return t('stopped')
  }
}

export function undoWords(undo: Scan['undo']): string[] {
  switch (undo) {
    case null:
      return []
    case 'completed':
      return [t('undone')]
    case 'failed':
      return [t('its undo has failed')]
    default:
      return [t('is being undone')]
  }
}
