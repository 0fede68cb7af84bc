import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { withoutSchemas } from './endpoints-without-schemas.ts'

const CONTRACT = fileURLToPath(new URL('../../packages/contract/src', import.meta.url))

describe('what pages load of the contract', () => {
  test('an endpoint keeps what the client reads of it, and nothing else', () => {
    const module = [
      "const one = endpoint({ method: 'GET', path: `${PATH}/{id}`, summary: 'One', params: Id, errors: [409] })",
      "const other = { method: 'lines', path: 'M0 0', stroke: 2 }",
      'const all = endpointTable({',
      "  one: { ...one, path: '/one' },",
      "  two: { method: 'PUT', path: '/two', auth: 'user', scope: 'none', body: Type.Object({ a: Id }), statuses: [202] },",
      '})',
    ].join('\n')
    const stripped = withoutSchemas(module, 'module.ts').replaceAll(/\/\* @__PURE__ \*\/|\s/g, '')
    assert.equal(
      stripped,
      [
        "constone=(()=>(endpoint({method:'GET',path:`${PATH}/{id}`,})))()",
        "constother=(()=>({method:'lines',path:'M00',stroke:2}))()",
        "constall=(()=>(endpointTable({one:{...one,path:'/one'},",
        "two:{method:'PUT',path:'/two',auth:'user',statuses:[202]},})))()",
      ].join(''),
    )
  })

  test('every module of the contract can be read without its schemas', () => {
    const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^[\w/-]+\.ts$/.test(name),
    )
    assert.ok(files.length > 20, `${files.length} modules`)
    for (const name of files) {
      const stripped = withoutSchemas(readFileSync(`${CONTRACT}/${name}`, 'utf8'), name)
      assert.deepEqual(parseSync(name, stripped).errors, [], name)
    }
  })
})
