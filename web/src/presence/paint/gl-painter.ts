import { COLUMNS } from '../geometry.ts'
import { glowRadiusPx } from '../initial-visuals.ts'
import { contextOf } from './gl-context.ts'
import { glowOf, lightOf, type Painter, type Picture, type PresenceCanvas } from './painter.ts'
import { FRAGMENT_SHADER, VERTEX_SHADER } from './shader.ts'

/** The shader's clock wraps around, so that a float keeps its precision after hours. */
const CLOCK_SECONDS = 3600

const UNIFORMS = [
  'canvasSize',
  'scale',
  'seconds',
  'waterLine',
  'amplitude',
  'light',
  'glow',
  'glowRadius',
  'neural',
  'particles',
  'warmth',
  'ink',
  'cell',
  'wash',
  'detail',
  'strandColour',
  'filmColour',
  'glintColour',
  'deepColour',
  'field',
] as const
type Uniform = (typeof UNIFORMS)[number]

/** Draws with one fragment shader pass over the whole canvas. */
export class GlPainter implements Painter {
  readonly kind = 'webgl2'
  readonly #canvas: PresenceCanvas
  readonly #gl: WebGL2RenderingContext
  readonly #uniforms: ReadonlyMap<Uniform, WebGLUniformLocation | null>

  private constructor(canvas: PresenceCanvas, gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#canvas = canvas
    this.#gl = gl
    this.#uniforms = new Map(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]))
    this.#bindCorners(program)
    this.#bindTextures()
  }

  /** Returns undefined if WebGL 2 is missing or the shader does not compile. */
  static create(canvas: PresenceCanvas): GlPainter | undefined {
    const gl = contextOf(canvas, {
      alpha: true,
      premultipliedAlpha: true,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: 'low-power',
    })
    const program = gl && link(gl)
    if (!program) return undefined
    gl.useProgram(program)
    return new GlPainter(canvas, gl, program)
  }

  paint(picture: Picture): void {
    const gl = this.#gl
    const { palette, values } = picture
    const glow = glowOf(picture)
    gl.viewport(0, 0, this.#canvas.width, this.#canvas.height)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, COLUMNS, 2, 0, gl.RGBA, gl.FLOAT, picture.field)
    gl.uniform2f(this.#locationOf('canvasSize'), this.#canvas.width, this.#canvas.height)
    this.#set('scale', picture.scale)
    this.#set('seconds', picture.seconds % CLOCK_SECONDS)
    this.#set('waterLine', picture.waterLine)
    this.#set('amplitude', picture.amplitude)
    this.#set('light', lightOf(picture))
    this.#set('glow', glow)
    this.#set('glowRadius', glowRadiusPx(glow))
    this.#set('neural', values.neuralActivity)
    this.#set('particles', values.particleActivity)
    this.#set('warmth', values.warmth)
    this.#set('ink', palette.ink ? 1 : 0)
    this.#set('cell', palette.cell)
    this.#set('wash', palette.wash)
    this.#set('detail', picture.detail)
    gl.uniform3fv(this.#locationOf('strandColour'), palette.strand)
    gl.uniform3fv(this.#locationOf('filmColour'), palette.film)
    gl.uniform3fv(this.#locationOf('glintColour'), palette.glint)
    gl.uniform3fv(this.#locationOf('deepColour'), palette.deep)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  #locationOf(name: Uniform): WebGLUniformLocation | null {
    return this.#uniforms.get(name) ?? null
  }

  #set(name: Uniform, value: number): void {
    this.#gl.uniform1f(this.#locationOf(name), value)
  }

  /** Binds one triangle that covers the canvas. */
  #bindCorners(program: WebGLProgram): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
    const corner = gl.getAttribLocation(program, 'corner')
    gl.enableVertexAttribArray(corner)
    gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0)
  }

  #bindTextures(): void {
    const gl = this.#gl
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    gl.uniform1i(this.#locationOf('field'), 0)
  }
}

function link(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const vertex = compile(gl, gl.VERTEX_SHADER, VERTEX_SHADER)
  const fragment = compile(gl, gl.FRAGMENT_SHADER, FRAGMENT_SHADER)
  if (!vertex || !fragment) return undefined
  const program = gl.createProgram()
  gl.attachShader(program, vertex)
  gl.attachShader(program, fragment)
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined
}

function compile(gl: WebGL2RenderingContext, kind: GLenum, source: string): WebGLShader | undefined {
  const shader = gl.createShader(kind)
  if (!shader) return undefined
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return gl.getShaderParameter(shader, gl.COMPILE_STATUS) ? shader : undefined
}
