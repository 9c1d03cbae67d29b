import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { kindNames } from './kind-names'
import { getStateWords } from './import-progress'
import { UndoImport } from './import-result'
import type { Import } from './use-imports'

const describeOrigin = ({ path, kind }: Import) =>
  path ?? (kind === null ? t('uploaded file') : kindNames[kind])

export function EarlierImports({ imports }: { imports: readonly Import[] }) {
  if (imports.length === 0) return null
  return (
    <SettingsCard title={t('Earlier imports')}>
      <Entries label={t('Earlier imports')}>
        {imports.map((one) => (
          <Entry
            key={one.id}
            title={formatInstant(one.createdAt)}
            facts={[getStateWords()[one.state], describeOrigin(one)].join(' · ')}
            actions={one.canUndo && <UndoImport shown={one} />}
          />
        ))}
      </Entries>
    </SettingsCard>
  )
}
