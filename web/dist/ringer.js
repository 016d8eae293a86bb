"use strict";(()=>{var e=0;self.onmessage=s=>{self.clearTimeout(e),e=self.setTimeout(()=>self.postMessage(0),s.data)};})();
