import { ApiError, api, readResponse } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { useChange } from '../../../../components/use-change'
import { getUpload } from '../../../../components/cover-options/cover-options'
import { translate } from '../../../../i18n/server-messages'
import { pluginPaths, pluginsPath } from '../plugin-labels'

export interface InstallDraft {
  file: File | undefined
  /** Name in the package registry. */
  packageName: string
  /** If empty, the name in the manifest is used. */
  name: string
}

type Confirmed = InstallDraft & { isUnconfinedAllowed: boolean }

export function useInstall(onDone: (id: string) => void) {
  const install = useChange({
    act: upload,
    done: translate,
    stale: pluginPaths,
    onDone: ({ plugin: { id } }) => onDone(id),
    once: true,
    quiet: true,
  })
  return { install, problems: sortProblem(install.error, install.variables) }
}

function upload({ file, packageName, name, isUnconfinedAllowed }: Confirmed) {
  const chosen = name.trim() !== '' && { name: name.trim() }
  if (!file) {
    const body = { command: 'npx', args: [packageName.trim()], ...chosen }
    return readResponse(
      api.POST(pluginsPath, { body: { ...body, allowUnconfined: isUnconfinedAllowed } }),
    )
  }
  const { body: form, bodySerializer } = getUpload(file)
  const members = { ...chosen, ...(isUnconfinedAllowed && { allowUnconfined: 'true' as const }) }
  return readResponse(
    api.POST('/api/v1/admin/plugins/install', {
      body: { ...form, ...members },
      bodySerializer: () => addMembers(bodySerializer(), members),
    }),
  )
}

function addMembers(form: FormData, members: Record<string, string>) {
  for (const [name, value] of Object.entries(members)) form.set(name, value)
  return form
}

export interface InstallProblems {
  file?: string | undefined
  packageName?: string | undefined
  name?: string | undefined
  /** Error that belongs to no field. Shown next to the button. */
  other: unknown
}

/** Assigns the error to the field that caused it. */
function sortProblem(error: unknown, given: InstallDraft | undefined): InstallProblems {
  if (!(error instanceof ApiError)) return { other: error }
  const ofName = error.details.find(({ path }) => path === 'name')
  if (ofName) return { name: translate(ofName), other: null }
  const isOfPlugin = error.code?.startsWith('plugins.') === true || error.status === 413
  if (!isOfPlugin) return { other: error }
  const field = given?.file ? 'file' : 'packageName'
  return { [field]: formatError(error), other: null }
}
