/** Downloads the support report and lists its contents. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/controls/button'
import { DownloadIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { SettingsCard } from '../shared/settings-section'
import { saveFile } from '../shared/save-file'
import styles from '../settings.module.css'
import { buildReport } from './support-report'
import { useChange } from '../../../components/use-change'

export function Support() {
  const queries = useQueryClient()
  const collect = useChange({
    act: () => buildReport(queries),
    onDone: (report) =>
      saveFile('quire-report.json', `${JSON.stringify(report, null, 2)}\n`, 'application/json'),
  })
  return (
    <SettingsCard title={t('Diagnostics')}>
      <p className={styles.hint}>
        {t(
          'Contains version and system information, statistics, failed tasks, problems and recent log entries. It contains no passwords or keys, but it does contain names of libraries, files and people. Review it before sharing.',
        )}
      </p>
      <div className={styles.actions}>
        <Button icon={DownloadIcon} busy={collect.isPending} onClick={() => collect.mutate()}>
          {t('Download diagnostics')}
        </Button>
      </div>
    </SettingsCard>
  )
}
