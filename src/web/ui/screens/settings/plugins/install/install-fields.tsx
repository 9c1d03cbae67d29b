import { Field } from '../../../../components/controls/field'
import { formatBytes } from '../../../../i18n/bytes'
import { t } from '../../../../i18n/i18n'
import { ArchiveChoice } from './archive-choice'
import type { InstallDraft, InstallProblems } from './use-install'

const maxArchiveBytes = 20 * 1024 * 1024

export const isTooLarge = (file: File | undefined) => (file?.size ?? 0) > maxArchiveBytes

interface InstallFieldsProps {
  draft: InstallDraft
  problems: InstallProblems
  hasRegistry: boolean
  onChange: (part: Partial<InstallDraft>) => void
}

export function InstallFields({ draft, problems, hasRegistry, onChange }: InstallFieldsProps) {
  const { file, packageName, name } = draft
  return (
    <>
      <ArchiveChoice
        file={file}
        problem={isTooLarge(file) ? formatTooLarge() : problems.file}
        onChange={(next) => onChange({ file: next })}
      />
      {hasRegistry && !file && (
        <Field
          label={t('Or a package name')}
          name="package"
          placeholder="@example/quire-plugin"
          hint={t('From the package registry in the server settings')}
          problem={problems.packageName}
          value={packageName}
          maxLength={214}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => onChange({ packageName: target.value })}
        />
      )}
      {(problems.name !== undefined || name !== '') && (
        <Field
          label={t('Name')}
          name="name"
          hint={t('Lowercase letters, digits, dots and hyphens')}
          problem={problems.name}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      )}
    </>
  )
}

const formatTooLarge = () =>
  t('This archive is too large. The maximum is {size}.', { size: formatBytes(maxArchiveBytes) })
