/** How many of all, and which. */
export class Count {
  readonly which: string[] = []
  readonly others: string[] = []

  add(isOne: boolean, id: string): void {
    ;(isOne ? this.which : this.others).push(id)
  }

  get all(): number {
    return this.which.length + this.others.length
  }

  get share(): number {
    return this.all === 0 ? Number.NaN : this.which.length / this.all
  }
}
