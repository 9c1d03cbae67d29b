/** All settings of a library. */
import { useState } from 'react'
import { api, type Schemas } from '../../../../api/client'
import { Field } from '../../../../components/controls/field'
import { typeChoices } from '../../../../labels/library-labels'
import { readingDirectionChoices } from '../../../../labels/reading-directions'
import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { ChangesSheet } from '../../shared/changes-sheet'
import { FormSection } from '../../shared/settings-section'
import { useVersion } from '../../shared/use-version'
import { useChange } from '../../../../components/use-change'
import settings from '../../settings.module.css'
import type { FieldsProps } from './fields-props'
import { FolderFields } from './folder-fields'
import { FormatChecks } from './format-checks'
import { LinesField } from './lines-field'
import { NamingFields } from './naming-fields'
import { ScheduleFields } from './schedule-fields'

type Library = Schemas['Library']

export function EditLibrary({ library, onClose }: { library: Library; onClose: () => void }) {
  const [changes, setChanges] = useState<Partial<Library>>({})
  const params = { path: { id: library.id } }
  const version = useVersion(library.id, () => api.GET('/api/v1/libraries/{id}', { params }))
  const value: Library = { ...library, ...version.value, ...changes }
  const onChange = (patch: Partial<Library>) => setChanges((last) => ({ ...last, ...patch }))
  const save = useChange({
    once: true,
    act: () =>
      version.save((headers) =>
        api.PATCH('/api/v1/libraries/{id}', {
          params,
          headers,
          body: changes as Schemas['LibraryPatch'],
        }),
      ),
    done: t('Saved'),
    stale: ['/api/v1/libraries'],
    onDone: onClose,
    quiet: true,
  })
  if (version.isLoading) return null
  return (
    <ChangesSheet
      title={library.name}
      isChanged={Object.keys(changes).length > 0}
      save={save}
      onClose={onClose}
    >
      <FormSection title={t('Library')}>
        <Basics value={value} onChange={onChange} />
        <FolderFields value={value} onChange={onChange} />
      </FormSection>
      <FormSection title={t('Schedule')}>
        <ScheduleFields value={value} onChange={onChange} />
      </FormSection>
      <FormSection title={t('Grouping, titles and numbers')}>
        <NamingFields library={library} value={value} onChange={onChange} />
      </FormSection>
      <FormSection title={t('Files to include')}>
        <FileFields value={value} onChange={onChange} />
      </FormSection>
    </ChangesSheet>
  )
}

const FileFields = ({ value, onChange }: FieldsProps) => (
  <>
    <FormatChecks value={value} onChange={onChange} />
    <Patterns value={value} onChange={onChange} />
    <Switch
      label={t('Follow symbolic links')}
      hint={t('Also read folders and files outside the library that symbolic links point to')}
      checked={value.followLinks}
      onChange={(followLinks) => onChange({ followLinks })}
    />
  </>
)

const Basics = ({ value, onChange }: FieldsProps) => (
  <>
    <Field
      label={t('Name')}
      name="name"
      value={value.name}
      maxLength={200}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <Field
      label={t('Description')}
      name="description"
      value={value.description ?? ''}
      maxLength={2000}
      onChange={(event) => onChange({ description: event.target.value || null })}
    />
    <div className={settings.fields}>
      <Select
        label={t('Content type')}
        choices={typeChoices()}
        value={value.type}
        onChange={(type) =>
          onChange({ type, ...(type === 'webtoon' && { defaultReadingDirection: type }) })
        }
      />
      <Select
        label={t('Reading direction')}
        choices={readingDirectionChoices()}
        value={value.defaultReadingDirection}
        onChange={(direction) => onChange({ defaultReadingDirection: direction })}
      />
    </div>
    <Switch
      label={t('Enabled')}
      hint={t('Books in a disabled library can still be read, but the library isn’t scanned')}
      checked={value.isActive}
      onChange={(isActive) => onChange({ isActive })}
    />
  </>
)

const Patterns = ({ value, onChange }: FieldsProps) => (
  <LinesField
    label={t('Exclude')}
    hint={t(
      'One per line: file or folder names; * matches anything. For example: Extras or *sample*.cbz',
    )}
    value={value.excludedPatterns?.split('\n') ?? []}
    onChange={(lines) => onChange({ excludedPatterns: lines.join('\n') || null })}
  />
)
