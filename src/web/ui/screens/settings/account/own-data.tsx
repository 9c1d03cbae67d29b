import { useNavigate } from '@tanstack/react-router'
import { api, readResponse } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { DownloadIcon } from '../../../components/icons'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { SettingsCard } from '../shared/settings-section'
import styles from '../settings.module.css'

const path = '/api/v1/user/exports/series'

/** Exports all data of the signed-in user. The file appears in the list of exports. */
export function OwnData() {
  const navigate = useNavigate()
  const create = useChange({
    act: () => readResponse(api.POST(path, { body: { exportType: 'everything', format: 'zip' } })),
    done: t('The export is being created'),
    stale: [path],
    once: true,
    onDone: () => void navigate({ to: '/exports' }),
  })
  return (
    <SettingsCard
      title={t('Your data')}
      hint={t(
        'All your data, such as reading history, lists and settings, as an archive in a documented format',
      )}
    >
      <div className={styles.actions}>
        <Button icon={DownloadIcon} busy={create.isPending} onClick={() => create.mutate()}>
          {t('Export everything')}
        </Button>
      </div>
    </SettingsCard>
  )
}
