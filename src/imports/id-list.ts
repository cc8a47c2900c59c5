/** How full the table may become before it is doubled. */
const FILLING = 0.5;

/**
 * Numbers in the order in which they came, each once: a hash table of places in typed arrays. It takes a third
 * of the memory of a Set.
 */
export class IdList {
  length = 0;
  #ids = new Int32Array(1_024);
  /** The place of a number in the list, plus one; 0: free. */
  #places = new Int32Array(2_048);

  /** Adds a number of 32 bits; false: it is there already. */
  add(id: number): boolean {
    if (this.length >= FILLING * this.#places.length) this.#grow();
    const slot = this.#slotOf(id);
    if (this.#places[slot] !== 0) return false;
    this.#ids[this.length] = id;
    this.length += 1;
    this.#places[slot] = this.length;
    return true;
  }

  /** The number at this place, from 0. */
  at(place: number): number {
    return this.#ids[place] ?? 0;
  }

  #slotOf(id: number): number {
    const mask = this.#places.length - 1;
    let slot = Math.imul(id, 0x9e3779b1) & mask;
    for (;;) {
      const place = this.#places[slot] ?? 0;
      if (place === 0 || this.#ids[place - 1] === id) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const ids = new Int32Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    this.#places = new Int32Array(2 * this.#places.length);
    for (let place = 0; place < this.length; place += 1) {
      this.#places[this.#slotOf(this.at(place))] = place + 1;
    }
  }
}
