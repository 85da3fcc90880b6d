import os

from flask import Flask, request
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

# OFREP evaluates on the server of Halyard. Another provider, and no other line, would use another product.
api.set_provider(
    OFREPProvider(
        os.environ.get("HALYARD_URL", "http://localhost:4242"),
        headers_factory=lambda: {"Authorization": os.environ["HALYARD_TOKEN"]},
    )
)
flags = api.get_client()

app = Flask(__name__)


@app.get("/")
def index():
    context = EvaluationContext(targeting_key=request.args.get("user"))
    is_enabled = flags.get_boolean_value("new-checkout", False, context)
    return f"new-checkout: {str(is_enabled).lower()}\n"


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")))
