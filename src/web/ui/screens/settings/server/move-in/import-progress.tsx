import { t } from '../../../../i18n/i18n'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { DiscardImport } from './discard-import'
import type { Import } from './use-imports'

export function ImportProgress({ shown }: { shown: Import }) {
  const { state, progress } = shown
  const words = getStateWords()[state]
  return (
    <SettingsCard title={words}>
      {progress === null ? (
        <progress aria-label={words} />
      ) : (
        <>
          <progress aria-label={words} max={progress.stepCount} value={progress.stepNumber - 1} />
          <p aria-live="polite">
            {t('Step {number} of {count}: {step}', {
              number: progress.stepNumber,
              count: progress.stepCount,
              step: getStepWords()[progress.step],
            })}
            {progress.done > 0 && (
              <>
                {' '}
                · {t('{count, plural, one {# entry} other {# entries}}', { count: progress.done })}
              </>
            )}
          </p>
        </>
      )}
      {state === 'reading' && (
        <div className={styles.actions}>
          <DiscardImport shown={shown} />
        </div>
      )}
    </SettingsCard>
  )
}

export const getStateWords = (): Record<Import['state'], string> => ({
  reading: t('Reading the source'),
  ready: t('Preview'),
  applying: t('Importing'),
  done: t('Imported'),
  failed: t('Import failed'),
  undoing: t('Undoing the import'),
  undone: t('Undone'),
})

type Step = NonNullable<Import['progress']>['step']

const getStepWords = (): Record<Step, string> => ({
  copying: t('Copying the file'),
  matching: t('Finding your books'),
  people: t('People'),
  progress: t('Reading progress'),
  personal: t('Ratings and bookmarks'),
  lists: t('Lists'),
  edits: t('Edited metadata'),
  covers: t('Covers'),
})
