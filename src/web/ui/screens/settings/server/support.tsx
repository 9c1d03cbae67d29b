/** What those who help would ask for, in one file, and what is in it. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/controls/button'
import { DownloadIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { Card } from '../shared/settings-section'
import { saveFile } from '../shared/save-file'
import styles from '../settings.module.css'
import { reportOf } from './support-report'
import { useChange } from '../shared/use-change'

export function Support() {
  const queries = useQueryClient()
  const collect = useChange({
    act: () => reportOf(queries),
    onDone: (report) =>
      saveFile('quire-report.json', `${JSON.stringify(report, null, 2)}\n`, 'application/json'),
  })
  return (
    <Card title={t('When something is wrong')}>
      <p className={styles.hint}>
        {t(
          'This file holds what somebody who helps you needs: version and machine, figures, tasks that failed, kinds of problems, and the latest lines of the log. It holds no passwords and no keys, but names of libraries, files and people: look at it before you pass it on.',
        )}
      </p>
      <div className={styles.actions}>
        <Button icon={DownloadIcon} busy={collect.isPending} onClick={() => collect.mutate()}>
          {t('Save a report')}
        </Button>
      </div>
    </Card>
  )
}
