import { api, readResponse, type Schemas } from '../../../../api/client'
import { withId } from '../../../../components/use-action'
import { useChange } from '../../../../components/use-change'
import { pluginPath, pluginPaths } from '../plugin-labels'

interface PatchOptions {
  done?: string
  /** Set if the form shows errors itself, so that no toast is needed. */
  quiet?: boolean
  onDone?: () => void
}

/** Changes plugin settings, one request after the other. */
export const usePluginPatch = (id: string, options: PatchOptions = {}) =>
  useChange({
    act: (body: Schemas['PluginPatch'], signal) =>
      readResponse(api.PATCH(pluginPath, { ...withId(id), body, signal })),
    stale: pluginPaths,
    sequence: `plugin ${id}`,
    ...options,
  })
